/** A promise that resolves once `release` is called: for requests that a test keeps waiting. */
export function hold(): { held: Promise<void>; release: () => void } {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  return { held, release }
}
