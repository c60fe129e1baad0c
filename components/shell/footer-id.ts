/** In a file of its own: the screens that need it are loaded without the footer's code. */
export const FOOTER_ID = 'footer'
