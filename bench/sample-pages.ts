/** The public pages of the sample portfolio that benchmarks visit, each with its path. */
export async function samplePages(baseUrl: string): Promise<Record<string, string>> {
  const last = async (kind: string) => (await (await fetch(`${baseUrl}/api/${kind}`)).json()).at(-1)._id
  return {
    home: '/',
    projects: '/projects',
    project: `/post/${await last('post')}`,
    blog: '/myblog',
    note: `/note/${await last('note')}`,
    about: '/about',
  }
}
