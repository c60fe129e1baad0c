import { type Call, json } from '@/lib/calls/call'
import type { readRepositoryInput } from '@/lib/repository/input'
import { readRepositorySchema } from '@/lib/repository/schema'

export const repositoryCalls = {
  /** Writes no project. */
  read: {
    summary: 'What a repository says of itself, for the form of a project.',
    method: 'POST',
    path: '/api/repository',
    access: 'admin',
    body: json<typeof readRepositoryInput>(),
    answer: readRepositorySchema,
    audit: 'repository.read',
  },
} as const satisfies Record<string, Call>
