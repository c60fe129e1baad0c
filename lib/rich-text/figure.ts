/** How much of the column a figure takes (`data-width`); without one of them, its picture's own width. */
export const FIGURE_WIDTHS = ['small', 'medium', 'full'] as const
/** Where a figure stands (`data-align`): the text runs round one at a side. Without one of them, in the middle. */
export const FIGURE_ALIGNMENTS = ['left', 'center', 'right'] as const
