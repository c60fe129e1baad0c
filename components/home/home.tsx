import { Fragment, type ReactNode } from 'react'
import { Competencies } from '@/components/home/competencies'
import { ContactNote } from '@/components/home/contact-note'
import { Hero } from '@/components/home/hero'
import { LatestNotes } from '@/components/note/latest-notes'
import type { NoteCardData } from '@/components/note/note-card'
import { LatestProjects } from '@/components/post/latest-projects'
import type { ShownPost } from '@/lib/post/schema'
import type { CompetencyHits } from '@/lib/site-settings/competency-parts'
import type { HomeSection } from '@/lib/site-settings/look'
import type { Settings } from '@/lib/site-settings/schema'
import './home.css'

/** What the home page shows besides the settings. */
export type HomeContent = {
  posts: ShownPost[]
  notes: NoteCardData[]
  hits: CompetencyHits
}

/** The home page: the hero, then the sections the owner shows, in the owner's order. */
export function Home({ settings, posts, notes, hits }: { settings: Settings } & HomeContent) {
  const sections: Record<HomeSection, ReactNode> = {
    projects: <LatestProjects posts={posts} timeZone={settings.timeZone} />,
    competencies: <Competencies competencies={settings.competencies} hits={hits} />,
    contact: <ContactNote {...settings} />,
    notes: <LatestNotes notes={notes} timeZone={settings.timeZone} />,
  }
  return (
    <>
      <Hero {...settings} />
      {settings.homeSections.map((name) => (
        <Fragment key={name}>{sections[name]}</Fragment>
      ))}
    </>
  )
}
