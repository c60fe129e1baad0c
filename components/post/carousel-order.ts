/** Where each of `count` cards stands when card `index` is the first one shown: 0 is the first place. */
export function slotOf(card: number, index: number, count: number): number {
  return (((card - index) % count) + count) % count
}

/**
 * Where a card slides from and to in one step. Forward, the card at the first place leaves to -1 and only then
 * joins the end of the row; backward, the last card comes in from -1: so both ends meet and no card is shown twice.
 */
export function slideOf(card: number, index: number, count: number, step: 1 | -1): { from: number; to: number } {
  const from = slotOf(card, index, count)
  if (step === 1) return { from, to: from - 1 }
  const to = slotOf(card, index - 1, count)
  return { from: to - 1, to }
}
