const WAITING_MAX = 20

type Read<Item> = (add: (item: Item) => void, ready: () => Promise<void>) => Promise<void>

/**
 * What a reader hands to a callback, as an iterable. The reader waits for `ready()` between its parts, so that it is
 * never far ahead of who takes the items.
 */
export async function* queued<Item>(read: Read<Item>): AsyncIterable<Item> {
  const waiting: Item[] = []
  let wakeTaker = () => {}
  let wakeReader = () => {}
  let isDone = false
  let isLeft = false
  let failure: unknown
  const add = (item: Item) => {
    waiting.push(item)
    wakeTaker()
  }
  const ready = async () => {
    while (waiting.length > WAITING_MAX && !isLeft) {
      await new Promise<void>((resolve) => {
        wakeReader = resolve
      })
    }
    if (isLeft) throw new Error('nobody takes the rest')
  }
  const reading = read(add, ready)
    .catch((error: unknown) => {
      failure = error
    })
    .finally(() => {
      isDone = true
      wakeTaker()
    })
  try {
    for (;;) {
      const item = waiting.shift()
      if (item !== undefined) {
        yield item
        wakeReader()
      } else if (isDone) break
      else {
        await new Promise<void>((resolve) => {
          wakeTaker = resolve
        })
      }
    }
  } finally {
    isLeft = true
    wakeReader()
    await reading
  }
  if (failure) throw failure
}
