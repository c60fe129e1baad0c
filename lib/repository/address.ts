import { withProtocol } from '@/lib/http/with-protocol'

/** The hosts that are read, by the names people know; their own installations elsewhere are not. */
export const REPOSITORY_HOSTS = {
  github: { name: 'GitHub', host: 'github.com' },
  gitlab: { name: 'GitLab', host: 'gitlab.com' },
  codeberg: { name: 'Codeberg', host: 'codeberg.org' },
} as const

export type RepositoryHost = keyof typeof REPOSITORY_HOSTS

/** `path` is owner and name, at GitLab with the groups between them: `group/part/name`. */
export type RepositoryAddress = { host: RepositoryHost; path: string }

const HOSTS = Object.keys(REPOSITORY_HOSTS) as RepositoryHost[]
const SEGMENT = /^[\w.-]{1,100}$/
const GROUPS_MAX = 20

/** The host of an address; undefined for any other. */
export function hostAt(address: string): RepositoryHost | undefined {
  const url = URL.parse(withProtocol(address))
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  const host = url?.hostname.replace(/^www\./, '')
  return isWeb ? HOSTS.find((name) => REPOSITORY_HOSTS[name].host === host) : undefined
}

/** The repository that an address leads to or into; null for any other address. */
export function repositoryAt(address: string): RepositoryAddress | null {
  const host = hostAt(address)
  const segments = URL.parse(withProtocol(address))?.pathname.split('/').filter(Boolean) ?? []
  const inner = segments.indexOf('-')
  const names = host === 'gitlab' ? segments.slice(0, inner === -1 ? undefined : inner) : segments.slice(0, 2)
  if (names.length > 0) names.push((names.pop() ?? '').replace(/\.git$/, ''))
  const isValid = names.every((name) => SEGMENT.test(name) && name !== '.' && name !== '..')
  return host && isValid && names.length >= 2 && names.length <= GROUPS_MAX ? { host, path: names.join('/') } : null
}
