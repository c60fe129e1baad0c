declare const previewBrand: unique symbol

/**
 * Proof that a request came from an admin, or with a valid preview link to this row: minted only in lib/preview, so that
 * what is not public cannot be read by a forgotten check.
 */
export type PreviewPass = { readonly id: string; readonly [previewBrand]: true } & (
  | { readonly kind: 'note' }
  | { readonly kind: 'post' }
  | { readonly kind: 'page' }
)
