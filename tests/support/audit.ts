import { expect } from '@playwright/test'
import type { ApiClient } from './api-client'

export type AuditEvent = {
  _id: string
  createdAt: string
  actorId: string
  actorName: string
  via: string
  address: string
  action: string
  outcome: string
  subjectIds: string[]
  subjectName: string
  detail: string
  times: number
}

/** The exported audit log, oldest first. */
export async function readAuditLog(client: ApiClient, filter = ''): Promise<AuditEvent[]> {
  const answer = await client.get(`/api/audit?format=jsonl&filter=${encodeURIComponent(filter)}`)
  expect(answer.status).toBe(200)
  const lines = answer.text.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as AuditEvent).reverse()
}
