import * as z from 'zod/mini'
import { ownValue } from '@/lib/platform/own-value'
import { REPOSITORY_HOSTS, type RepositoryAddress, type RepositoryHost, repositoryAt } from '@/lib/repository/address'
import type { ReadmePicture } from '@/lib/repository/schema'
import { picturesOf } from '@/lib/repository/server/readme'
import { type Connection, type HostAnswer, parsed, RepositoryFailure, request } from '@/lib/repository/server/request'

/** Where the hosts answer. Tests have stand-ins there. */
export const API_ORIGINS: Record<RepositoryHost, string> = {
  github: 'https://api.github.com',
  gitlab: 'https://gitlab.com',
  codeberg: 'https://codeberg.org',
}

/** A repository in the words of none of the hosts: "" for what it does not say. */
export type Repository = {
  id: string
  /** As its host writes it. */
  address: string
  path: string
  name: string
  description: string
  homePage: string
  topics: string[]
  licence: string
  isArchived: boolean
  forkOf: string
  mirrorOf: string
  branch: string
  readmeAddress: string
}

/** What needs requests of its own: null where it could not be read. */
export type RepositoryParts = {
  /** Most used first, without what is hardly used. */
  languages: string[] | null
  release: { name: string; date: string } | null
  pictures: ReadmePicture[] | null
  /** In words, what could not be read. */
  missing: string[]
}

const text = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => value?.trim() ?? ''),
)
const flag = z.nullish(z.boolean())
const named = (key: 'full_name' | 'path_with_namespace') => z.nullish(z.object({ [key]: z.string() }))
const topics = z.nullish(z.array(z.string()))

/** GitHub's words and Forgejo's, which has others for the home page and a mirror, and no licence. */
const githubSchema = z.object({
  ...{ id: z.number(), full_name: z.string(), html_url: z.string(), name: z.string(), default_branch: text },
  ...{ description: text, homepage: text, website: text, archived: flag, topics, parent: named('full_name') },
  ...{ mirror_url: text, mirror: flag, original_url: text },
  license: z.nullish(z.object({ spdx_id: text })),
})
const gitlabSchema = z.object({
  ...{ id: z.number(), path_with_namespace: z.string(), web_url: z.string(), name: z.string(), default_branch: text },
  ...{ description: text, archived: flag, topics, readme_url: text },
  forked_from_project: named('path_with_namespace'),
  license: z.nullish(z.object({ key: text })),
})
const releaseSchema = z.object({ tag_name: z.string(), name: text, published_at: text, released_at: text })
const githubReadmeSchema = z.object({ content: z.string(), path: z.string() })

type Host = {
  main: (path: string) => string
  /** Of the parts. */
  base: (repository: Repository) => string
  release: string
  toRepository: (body: unknown) => Repository
  readme: (connection: Connection, repository: Repository) => Promise<Parameters<typeof picturesOf>[0] | null>
}

const projectPath = (path: string) => `/api/v4/projects/${encodeURIComponent(path).replaceAll('.', '%2E')}`

function toRepository(body: unknown): Repository {
  const { id, full_name: path, html_url: address, ...read } = githubSchema.parse(body)
  const licence = read.license?.spdx_id ?? ''
  return {
    ...{ id: String(id), path, address, name: read.name, description: read.description, topics: read.topics ?? [] },
    ...{ homePage: read.homepage || read.website, licence: licence === 'NOASSERTION' ? '' : licence },
    ...{ isArchived: read.archived ?? false, forkOf: read.parent?.full_name ?? '' },
    mirrorOf: read.mirror_url || (read.mirror ? read.original_url || 'another' : ''),
    ...{ branch: read.default_branch, readmeAddress: '' },
  }
}

const HOSTS: Record<RepositoryHost, Host> = {
  github: {
    main: (path) => `/repos/${path}`,
    base: ({ path }) => `/repos/${path}`,
    release: '/releases/latest',
    toRepository,
    async readme(connection, { path, address, branch }) {
      const answer = await request(connection, `/repos/${path}/readme`)
      if (answer.status !== 200) return null
      const { content, path: file } = bodyOf(answer, (body) => githubReadmeSchema.parse(body))
      const root = `${address}/raw/${branch}/`
      return { text: Buffer.from(content, 'base64').toString(), root, address: `${root}${file}` }
    },
  },
  gitlab: {
    main: (path) => `${projectPath(path)}?license=true`,
    base: ({ id }) => `/api/v4/projects/${id}`,
    release: '/releases/permalink/latest',
    toRepository(body) {
      const { id, path_with_namespace: path, web_url: address, ...read } = gitlabSchema.parse(body)
      return {
        ...{ id: String(id), path, address, homePage: '', name: read.name, description: read.description },
        ...{ topics: read.topics ?? [], licence: spdxOf(read.license?.key ?? '') },
        ...{ isArchived: read.archived ?? false, mirrorOf: '', branch: read.default_branch },
        ...{ forkOf: read.forked_from_project?.path_with_namespace ?? '', readmeAddress: read.readme_url },
      }
    },
    async readme(connection, { id, branch, readmeAddress }) {
      const [folder, file] = readmeAddress.split(`/-/blob/${branch}/`)
      if (!file) return null
      const ref = encodeURIComponent(branch)
      const name = encodeURIComponent(decodeURIComponent(file)).replaceAll('.', '%2E')
      const answer = await request(connection, `/api/v4/projects/${id}/repository/files/${name}/raw?ref=${ref}`)
      const root = `${folder}/-/raw/${branch}/`
      return answer.status === 200 ? { text: answer.text, root, address: `${root}${file}` } : null
    },
  },
  codeberg: {
    main: (path) => `/api/v1/repos/${path}`,
    base: ({ path }) => `/api/v1/repos/${path}`,
    release: '/releases/latest',
    toRepository,
    async readme(connection, { path, address, branch }) {
      const root = `${address}/raw/branch/${branch}/`
      for (const name of ['README.md', 'readme.md']) {
        const answer = await request(connection, `/api/v1/repos/${path}/raw/${name}`)
        if (answer.status === 200) return { text: answer.text, root, address: `${root}${name}` }
      }
      return null
    },
  },
}

export type Read = { repository: Repository; parts: RepositoryParts; etag: string; isRenamed: boolean }

/**
 * Reads a repository, its languages, last release and README, one request after another.
 * @param etag of what is known: null where that is still so
 * @throws RepositoryFailure
 */
export async function readRepositoryAt(
  connection: Connection,
  { host, path }: RepositoryAddress,
  etag: string,
): Promise<Read | null> {
  const { main, toRepository } = HOSTS[host]
  const answer = await request(connection, main(path), etag)
  if (answer.status === 304) return null
  if (answer.status === 404) throw new RepositoryFailure('gone')
  const repository = bodyOf(answer, toRepository)
  // The API of another host would be asked with what this one says.
  if (repositoryAt(repository.address)?.host !== host) throw new RepositoryFailure('refused')
  const parts = await readParts(connection, repository)
  const isRenamed = repository.path.toLowerCase() !== path.toLowerCase()
  // Incomplete, it is read again.
  return { repository, parts, etag: parts.missing.length > 0 ? '' : answer.etag, isRenamed }
}

async function readParts(connection: Connection, repository: Repository): Promise<RepositoryParts> {
  const { base, release: releasePath, readme } = HOSTS[connection.host]
  const path = base(repository)
  const missing: string[] = []
  async function part<Part>(name: string, read: () => Promise<Part>): Promise<Part | null> {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof RepositoryFailure)) throw error
      missing.push(name)
      return null
    }
  }
  const languages = await part('languages', async () => {
    const answer = await request(connection, `${path}/languages`)
    return answer.status === 200 ? bodyOf(answer, toLanguages) : []
  })
  const release = await part('last release', async () => {
    const answer = await request(connection, `${path}${releasePath}`)
    return answer.status === 200 ? bodyOf(answer, toRelease) : null
  })
  const pictures = await part('README', async () => {
    const found = await readme(connection, repository)
    return found ? picturesOf(found) : []
  })
  return { languages, release, pictures, missing }
}

function bodyOf<Body>({ text: body }: HostAnswer, read: (body: unknown) => Body): Body {
  try {
    return read(parsed(body))
  } catch (error) {
    throw error instanceof RepositoryFailure ? error : new RepositoryFailure('away', undefined, error)
  }
}

const LANGUAGES_MAX = 6
const LANGUAGE_MIN_SHARE = 0.01

/** By bytes, or by percent. */
function toLanguages(body: unknown): string[] {
  const sizes = Object.entries(z.record(z.string(), z.number()).parse(body))
  const total = sizes.reduce((sum, [, size]) => sum + size, 0)
  return sizes
    .filter(([, size]) => size >= total * LANGUAGE_MIN_SHARE)
    .sort(([, one], [, other]) => other - one)
    .slice(0, LANGUAGES_MAX)
    .map(([name]) => name)
}

function toRelease(body: unknown): { name: string; date: string } {
  const { tag_name, name, published_at, released_at } = releaseSchema.parse(body)
  return { name: name || tag_name, date: published_at || released_at }
}

/** The names of licences whose letters are not all capitals, as SPDX writes them. */
const SPDX_WORDS: Record<string, string> = {
  ...{ APACHE: 'Apache', CLAUSE: 'Clause', CLEAR: 'Clear', UNLICENSE: 'Unlicense', ARTISTIC: 'Artistic' },
  ...{ ZLIB: 'Zlib', POSTGRESQL: 'PostgreSQL', VIM: 'Vim', MULANPSL: 'MulanPSL' },
}

/** GitLab's key of a licence by its SPDX id: "apache-2.0" is Apache-2.0. */
function spdxOf(key: string): string {
  if (key === 'other') return ''
  const words = key.toUpperCase().split('-')
  return words.map((word) => ownValue(SPDX_WORDS, word) ?? word).join('-')
}

export const hostName = (host: RepositoryHost) => REPOSITORY_HOSTS[host].name
