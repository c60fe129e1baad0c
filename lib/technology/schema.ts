/** A technology and what is public of it: how many projects and notes, and the dates of the first and the last. */
export type Technology = {
  slug: string
  name: string
  /** The owner's words; "" for none. */
  text: string
  posts: number
  notes: number
  first: Date
  last: Date
  /** How long the projects with a date went on, each month counted once. */
  months: number
  /** What it is and was called, folded. */
  keys: string[]
}

/** A name in a text, and where it leads. */
export type TechLink = { name: string; path: string; label: string }

/** A technology as the admin's table shows it; `_id` is its slug. */
export type TechnologyRow = Pick<Technology, 'name' | 'text' | 'posts' | 'notes'> & { _id: string }
