/** The widths of a figure (`data-width`); without one it is as wide as its picture. */
export const FIGURE_WIDTHS = ['small', 'medium', 'full'] as const
/** The alignments of a figure (`data-align`); text flows around one at a side. Without one it is centred. */
export const FIGURE_ALIGNMENTS = ['left', 'center', 'right'] as const
