import type { Config } from 'tailwindcss'

/**
 * The design system, modelled on a printed book: two families, one scale, hairlines, one accent colour. Colours are
 * variables (app/globals.css), so that light, dark and always dark parts share all classes.
 */
const config: Config = {
  content: [],
  theme: {
    screens: {
      // The breakpoints of two and three carousel cards (specification, section 9), also used for wide layouts.
      sm: '600px',
      md: '900px',
      lg: '1140px',
    },
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      black: '#000',
      white: '#fff',
      paper: 'var(--color-paper)',
      surface: 'var(--color-surface)',
      fg: 'var(--color-fg)',
      muted: 'var(--color-muted)',
      line: 'var(--color-line)',
      accent: 'var(--color-accent)',
      'on-accent': 'var(--color-on-accent)',
      danger: 'var(--color-danger)',
      success: 'var(--color-success)',
    },
    fontFamily: {
      serif: 'var(--font-serif)',
      sans: 'var(--font-sans)',
      mono: 'var(--font-mono)',
    },
    fontSize: {
      // A scale of thirds around a body of 17 px sans and 20 px serif.
      xs: ['0.8125rem', { lineHeight: '1.25rem' }],
      sm: ['0.9375rem', { lineHeight: '1.5rem' }],
      base: ['1.0625rem', { lineHeight: '1.6' }],
      text: ['1.25rem', { lineHeight: '1.55' }],
      lead: ['clamp(1.3125rem, 1.1rem + 0.8vw, 1.5625rem)', { lineHeight: '1.45' }],
      // The share of the window keeps whole words on a phone's line at a text size of 200%.
      h3: ['min(1.5rem, 8vw)', { lineHeight: '1.25', letterSpacing: '-0.008em' }],
      h2: ['min(clamp(1.75rem, 1.5rem + 1.1vw, 2.25rem), 10vw)', { lineHeight: '1.15', letterSpacing: '-0.012em' }],
      h1: ['min(clamp(2.375rem, 1.7rem + 3vw, 3.75rem), 12vw)', { lineHeight: '1.06', letterSpacing: '-0.02em' }],
      display: ['min(clamp(3.25rem, 1.6rem + 7vw, 6.75rem), 16.5vw)', { lineHeight: '0.96', letterSpacing: '-0.03em' }],
    },
    extend: {
      maxWidth: { measure: '40rem' },
      borderRadius: { plate: '3px' },
      spacing: { section: 'clamp(4rem, 9vw, 7.5rem)' },
    },
  },
}

export default config
