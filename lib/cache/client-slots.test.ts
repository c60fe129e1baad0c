import { expect, test } from 'vitest'
import { ClientQueue, NoSlotError } from '@/lib/cache/client-slots'

/** Works that end when they are let go; `begun` names them in the order they began. */
function works() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    },
    end: (name: string) => ends.get(name)?.(),
  }
}

test('one client has so many works under way, the next waits for the first to end', async () => {
  const slots = new ClientQueue({ running: 2, waiting: 9 })
  const { begun, work, end } = works()
  const [a, , c] = ['a', 'b', 'c', 'd'].map((name) => slots.run('one', work(name)))
  expect(begun).toEqual(['a', 'b'])
  end('a')
  expect(await a).toBe('a')
  expect(begun).toEqual(['a', 'b', 'c'])
  end('c')
  await c
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('clients do not wait for each other', async () => {
  const slots = new ClientQueue({ running: 1, waiting: 9 })
  const { begun, work, end } = works()
  for (const name of ['a', 'b', 'c']) void slots.run('one', work(name))
  const other = slots.run('other', work('x'))
  expect(begun).toEqual(['a', 'x'])
  end('x')
  expect(await other).toBe('x')
})

test('what would wait beyond the bound is refused, and later taken again', async () => {
  const slots = new ClientQueue({ running: 1, waiting: 1 })
  const { begun, work, end } = works()
  const first = slots.run('one', work('a'))
  const second = slots.run('one', work('b'))
  await expect(slots.run('one', work('c'))).rejects.toThrow(NoSlotError)
  end('a')
  await first
  end('b')
  await second
  void slots.run('one', work('d'))
  expect(begun).toEqual(['a', 'b', 'd'])
})

test('a work that fails gives its slot back', async () => {
  const slots = new ClientQueue({ running: 1, waiting: 1 })
  await expect(slots.run('one', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await slots.run('one', async () => 'next')).toBe('next')
})
