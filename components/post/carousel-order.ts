/** The slot of a card when card `index` is in the first slot, 0. */
export function slotOf(card: number, index: number, count: number): number {
  return (((card - index) % count) + count) % count
}

/**
 * The slots a card slides between in one step. Forward, the first card leaves to slot -1 and then joins the end;
 * backward, the last card enters from -1. So the row wraps without showing a card twice.
 */
export function slideOf(card: number, index: number, count: number, step: 1 | -1): { from: number; to: number } {
  const from = slotOf(card, index, count)
  if (step === 1) return { from, to: from - 1 }
  const to = slotOf(card, index - 1, count)
  return { from: to - 1, to }
}
