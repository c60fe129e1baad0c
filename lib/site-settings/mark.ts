/** The lines across the upper half of the mark's orb, in the units of components/shell/printers-mark.tsx. */
export const ORB_LINES =
  'M78.9 90h42.2M59.6 98h80.8M48.2 106h103.6M39.9 114h120.2M33.6 122h132.8M28.7 130h142.6M25 138h150M22.3 146h155.4M20.4 154h159.2M19.4 162h161.2'
