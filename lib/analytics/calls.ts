import type { Call } from '@/lib/calls/call'

export const analyticsCalls = {
  /** Counts a page view, sent by lib/browser/page-view.ts; 204 whatever comes. */
  countView: { method: 'POST', path: '/api/view', access: 'anyone', audit: null },
} as const satisfies Record<string, Call>
