/** Lists page by 24 with ordinary links once they are longer. */
export const LIST_PAGE_SIZE = 24
/** Notes named under a note as akin to it. */
export const RELATED_NOTES = 3
