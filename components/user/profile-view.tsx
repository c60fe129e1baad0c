import type { ReactNode } from 'react'
import { GoBack } from '@/components/shell/go-back'
import { AppLink } from '@/components/ui/app-link'
import { Icon } from '@/components/ui/icon'
import { OwnProfileLinks } from '@/components/user/own-profile-links'
import { ProfileEmail } from '@/components/user/profile-email'
import { ADMIN_TILES } from '@/lib/access/admin-screens'
import { paths } from '@/lib/routes/paths'
import { NOTHING_YET } from '@/lib/texts/constants'
import { EMAIL, USERNAME } from '@/lib/texts/form-constants'
import type { Profile } from '@/lib/user/schema'

type ProfileViewProps = {
  profile: Pick<Profile, 'id' | 'name' | 'username' | 'email' | 'isAdmin'>
  /** The address to write to, for who may not see that of the account; "" for none. */
  contactEmail: string
  /** The rendered about text; null for none. */
  about: ReactNode
}

/** A profile, the same HTML for every visitor; what admins see in addition is decided in the browser. */
export function ProfileView({ profile, contactEmail, about }: ProfileViewProps) {
  return (
    <div className="container-page pt-8 pb-section">
      <GoBack href={paths.home} />
      <h1 dir="auto" className="mt-6 text-h1 break-words md:mt-10">
        <span>{profile.name}</span>
        {profile.isAdmin && <span className="text-muted"> (Admin)</span>}
      </h1>
      <dl className="mt-8 grid max-w-prose grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-0.5 border-t border-line pt-5 sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-y-3">
        <dt className="text-sm leading-7 text-muted">{USERNAME}</dt>
        <dd className="break-words max-sm:mb-3">{profile.username}</dd>
        <dt className="text-sm leading-7 text-muted">{EMAIL}</dt>
        <dd className="min-h-7 break-words">
          <ProfileEmail id={profile.id} email={profile.email} contactEmail={contactEmail} />
        </dd>
      </dl>

      <section aria-label="Administration" className="screen-only mt-12">
        <p className="only-not-admin text-sm text-muted">
          For you, as a visitor: <span>Admin Privileges: None</span>
        </p>
        <OwnProfileLinks id={profile.id} name={profile.name} isAdmin={profile.isAdmin} />
        <ul className="only-admin grid gap-3 grid-cols-2 sm:grid-cols-3">
          {ADMIN_TILES.map(({ path, label, icon }) => {
            return (
              <li key={path}>
                <AppLink
                  href={path}
                  rel="nofollow"
                  className="flex h-full min-h-28 flex-col justify-between gap-4 rounded-plate border border-muted/60 p-4 font-medium text-fg no-underline hover:border-accent hover:text-accent"
                >
                  <Icon name={icon} className="size-6 text-accent" />
                  {label}
                </AppLink>
              </li>
            )
          })}
        </ul>
      </section>

      <section aria-labelledby="about" className="mt-14 max-w-prose">
        <h2 id="about" className="mb-6 border-t border-fg pt-3 text-h2">
          About
        </h2>
        {about ?? <p className="font-serif text-text text-muted italic">{NOTHING_YET}</p>}
      </section>
    </div>
  )
}
