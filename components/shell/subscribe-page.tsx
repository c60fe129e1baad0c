import { CopyLink } from '@/components/shell/copy-link'
import { PathHeading } from '@/components/shell/path-heading'
import { SUBSCRIBE_LEAD } from '@/lib/texts/constants'
import { SUBSCRIBE } from '@/lib/texts/frame-constants'

type SubscribePageProps = {
  ownerName: string
  feeds: { name: string; addresses: { format: string; address: string }[] }[]
}

/** What a feed is, the addresses of this site's, and what reads them. */
export function SubscribePage({ ownerName, feeds }: SubscribePageProps) {
  return (
    <div className="container-page pb-section">
      <PathHeading title={SUBSCRIBE} subtitle={SUBSCRIBE_LEAD} ownerName={ownerName} />
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-2">
        {feeds.map(({ name, addresses }, index) => (
          <section key={name} aria-labelledby={`feeds-${index}`}>
            <h2 id={`feeds-${index}`} className="border-t border-fg pt-3 text-h3">
              {name}
            </h2>
            <ul className="mt-2 list-none divide-y divide-line ps-0">
              {addresses.map(({ format, address }) => (
                <li key={format} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
                  <div className="min-w-0">
                    <p className="text-sm text-muted">{format}</p>
                    <p>
                      <a href={address} className="link inline-flex min-h-6 items-center wrap-anywhere select-all">
                        {address.replace(/^https?:\/\//, '')}
                      </a>
                    </p>
                  </div>
                  <CopyLink variant="quiet" address={address} of={`${name}, ${format}`} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className="mt-section max-w-prose space-y-4 border-t border-line pt-8">
        <h2 className="text-h3">How it works</h2>
        <p>
          A feed is a list of what is new here, made for programs. A feed reader looks at it now and then, and shows you
          what has come since, whole. Nobody learns that you read it, and nothing is sent to you.
        </p>
        <ol className="list-decimal space-y-1 ps-5">
          <li>Copy an address above. Any of the three formats does; take Atom where you may choose.</li>
          <li>Paste it where your reader adds a feed. Most find it by the address of this site, too.</li>
        </ol>
        <p className="text-muted">
          You have no reader yet? NetNewsWire (Mac, iPhone), Feeder (Android), Thunderbird (computers), or in the
          browser Miniflux, FreshRSS, Feedly and Inoreader.
        </p>
      </div>
    </div>
  )
}
