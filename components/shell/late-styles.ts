import './all-styles.css'

// Loaded by site-styles.tsx into a page that has none.
