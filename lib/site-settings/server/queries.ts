import { cache } from 'react'
import { publicVariants } from '@/lib/media/variants'
import { DEFAULT_TIME_ZONE } from '@/lib/platform/local-time'
import { db, type Transaction } from '@/lib/platform/server/db'
import { shownColophon } from '@/lib/site-settings/colophon'
import type { Settings } from '@/lib/site-settings/schema'
import {
  appearanceSchema,
  DEFAULT_APPEARANCE,
  storedCompetenciesSchema,
  storedLinksSchema,
} from '@/lib/site-settings/schema'
import { UNNAMED_SITE } from '@/lib/texts/constants'
import { timeZoneNamed } from '@/packages/convert/local-time'

/** The settings' one row. */
export const SETTINGS_ID = 1

/** What a site without a settings row shows: nothing personal, everything in working order. */
const DEFAULT_SETTINGS: Settings = {
  ownerId: null,
  aboutProfileId: null,
  ownerName: UNNAMED_SITE,
  titleLine: 'Software Engineer | Full Stack Developer',
  bio: '',
  contactNote: '',
  place: '',
  freeFrom: '',
  cvUrl: '',
  codeUrl: '',
  networkUrl: '',
  contactEmail: '',
  fediverse: '',
  hubUrl: '',
  profileLinks: [],
  colophon: '',
  competencies: [],
  signUpOpen: true,
  showEmail: false,
  accent: '',
  accentDark: '',
  ...DEFAULT_APPEARANCE,
  blogSubtitle: '',
  timeZone: DEFAULT_TIME_ZONE,
  sharePortrait: false,
  avatarId: null,
  avatar: null,
  version: 0,
}

/** The site's own texts and switches; read once for all that one page asks. */
export const getSettings = cache(() => readSettings(db()))

/** The same, read anew on the connection of a transaction. */
export async function readSettings({ siteSettings }: Pick<Transaction, 'siteSettings'>): Promise<Settings> {
  const row = await siteSettings.findUnique({
    where: { id: SETTINGS_ID },
    omit: { id: true, updatedAt: true, untouched: true },
    include: { avatar: { select: { url: true, width: true, height: true, alt: true, variants: true } } },
  })
  if (!row) return DEFAULT_SETTINGS
  const appearance = appearanceSchema.parse(row)
  const avatar = row.avatar && { ...row.avatar, variants: publicVariants(row.avatar.variants) }
  return {
    ...row,
    ...appearance,
    avatar,
    colophon: shownColophon(row.colophon, appearance.fonts),
    // Another Node.js may know fewer zones.
    timeZone: timeZoneNamed(row.timeZone) ?? DEFAULT_TIME_ZONE,
    profileLinks: storedLinksSchema.safeParse(row.profileLinks).data ?? [],
    competencies: storedCompetenciesSchema.safeParse(row.competencies).data ?? [],
  }
}

/** The zone of the site's clock. */
export async function readTimeZone(): Promise<string> {
  const row = await db().siteSettings.findUnique({ where: { id: SETTINGS_ID }, select: { timeZone: true } })
  return timeZoneNamed(row?.timeZone ?? '') ?? DEFAULT_TIME_ZONE
}

/** Only the switches that decide who sees or may do what. */
export async function getAccessSettings(): Promise<Pick<Settings, 'ownerId' | 'showEmail' | 'signUpOpen'>> {
  const row = await db().siteSettings.findUnique({
    where: { id: SETTINGS_ID },
    select: { ownerId: true, showEmail: true, signUpOpen: true },
  })
  return row ?? DEFAULT_SETTINGS
}
