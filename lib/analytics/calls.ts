import type { Call } from '@/lib/calls/call'

export const analyticsCalls = {
  /** Sent by lib/browser/page-view.ts. */
  countView: {
    summary: 'Counts a view of a page; 204 whatever is sent.',
    method: 'POST',
    path: '/api/view',
    access: 'anyone',
    raw: {},
    audit: null,
  },
} as const satisfies Record<string, Call>
