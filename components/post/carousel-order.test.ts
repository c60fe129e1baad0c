import { describe, expect, it } from 'vitest'
import { slideOf, slotOf } from '@/components/post/carousel-order'

const cards = [0, 1, 2, 3, 4, 5]

describe('the order of the carousel', () => {
  it('starts with the cards in order', () => {
    expect(cards.map((card) => slotOf(card, 0, 6))).toEqual(cards)
  })

  it('wraps at both ends', () => {
    expect(cards.map((card) => slotOf(card, 6, 6))).toEqual(cards)
    expect(cards.map((card) => slotOf(card, -1, 6))).toEqual([1, 2, 3, 4, 5, 0])
    expect(cards.map((card) => slotOf(card, 5, 6))).toEqual([1, 2, 3, 4, 5, 0])
  })

  it('slides every card by one slot, the first one out at the start', () => {
    expect(cards.map((card) => slideOf(card, 0, 6, 1))).toEqual(cards.map((card) => ({ from: card, to: card - 1 })))
  })

  it('slides backward with the last card coming in from before the start', () => {
    expect(slideOf(5, 0, 6, -1)).toEqual({ from: -1, to: 0 })
    expect(slideOf(0, 0, 6, -1)).toEqual({ from: 0, to: 1 })
    expect(slideOf(4, 0, 6, -1)).toEqual({ from: 4, to: 5 })
  })
})
