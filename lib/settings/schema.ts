import { z } from 'zod'

export const competenciesSchema = z.array(z.object({ title: z.string(), items: z.array(z.string()) }))
export type Competency = z.output<typeof competenciesSchema>[number]

/** The site's own texts and switches, as pages read them. */
export type Settings = {
  ownerId: string | null
  aboutProfileId: string | null
  ownerName: string
  titleLine: string
  bio: string
  contactNote: string
  codeUrl: string
  networkUrl: string
  competencies: Competency[]
  signUpOpen: boolean
  showEmail: boolean
  version: number
}
