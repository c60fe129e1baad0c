/** What a page can start with: headings to write below, and no ready text, which would be right for nobody. */
type Start = { title: string; html: string }

const headings = (...names: string[]) => names.map((name) => `<h2>${name}</h2><p></p>`).join('')
const list = (...items: string[]) => `<ul>${items.map((item) => `<li><p>${item}</p></li>`).join('')}</ul>`

export const PAGE_STARTS: Start[] = [
  {
    title: 'Imprint',
    html: headings(
      'Name',
      'Postal address',
      'Email and telephone',
      'Register and VAT number',
      'Responsible for content',
      'Host',
    ),
  },
  {
    title: 'Privacy',
    html: [
      headings('Who is responsible'),
      '<h2>What this site stores</h2>',
      list(
        'Accounts: name, user name, email address and a hash of the password, until the account is deleted.',
        'One session cookie for whoever signs in, and of each session its browser and its times.',
        'Views of pages: page, host of the referring site, kind of device and time, without addresses, for 30 days; after that only sums.',
        'Addresses that do not exist and searches that find nothing: how often, not by whom, for 90 days.',
        'A log of what is written, of sign-ins and of exports, with the address they came from, for 12 months.',
        'Counters of failed sign-ins, for a short time.',
        'In a reader’s own browser, if they choose one: the colour scheme.',
      ),
      headings('Host and its logs', 'Backups', 'Your rights', 'Whom to ask'),
    ].join(''),
  },
]
