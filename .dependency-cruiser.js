// The arrows of docs: which part of the code may import which. `npm run check` runs it.
// Only what exists at run time counts: a type costs nothing and reaches nothing.

const DATA = '^lib/(db\\.ts$|auth/session\\.ts$|[^/]+/(queries|mutations)\\.ts$)'
/** What watches the product instead of being it. */
const TEST =
  '\\.test\\.tsx?$|^tests/|^scripts/(bench|testing)/|^scripts/(commands|processes)/(bench|check|cold|serve-folder|test)'
const ROUTE_FILE =
  '/(page|layout|template|loading|error|global-error|not-found|global-not-found|forbidden|unauthorized|default|route|sitemap|robots|manifest|icon|apple-icon|opengraph-image|twitter-image)\\.tsx?$|\\.css$'

/** A package that one part of the code owns; everything else goes through that part. */
function owned(packages, owners, comment) {
  return {
    name: `only-${owners[0].replace(/[^a-z]+/g, '-')}-imports-${packages[0].replace(/[^a-z]+/g, '')}`,
    comment,
    severity: 'error',
    from: { pathNot: [...owners.map((owner) => `^${owner}`), TEST] },
    to: { path: packages.map((name) => `node_modules/${name}/`) },
  }
}

export default {
  forbidden: [
    {
      name: 'no-circles',
      comment: 'Two modules that need each other are one module, or hide a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere fails only when it is reached.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'components-are-functions-of-props',
      comment: 'A component gets its data from the page. This one reads it itself.',
      severity: 'error',
      from: { path: '^components/', pathNot: TEST },
      to: { path: DATA },
    },
    {
      name: 'components-reach-no-data',
      comment: 'Not even through a helper: something this component imports leads to the database.',
      severity: 'error',
      from: { path: '^components/', pathNot: TEST },
      to: { path: DATA, reachable: true },
    },
    {
      name: 'middleware-reaches-no-database',
      comment: 'The middleware is a hint that runs before every screen; the data layer is the truth.',
      severity: 'error',
      from: { path: '^middleware\\.ts$' },
      to: { path: '^lib/db\\.ts$', reachable: true },
    },
    {
      name: 'database-behind-the-data-layer',
      comment: 'Queries and mutations speak to the database; pages, handlers and scripts speak to them.',
      severity: 'error',
      from: {
        pathNot: [
          '^lib/[^/]+/(queries|mutations)\\.ts$',
          '^lib/(auth|media|settings|server)/',
          '^lib/(db-errors|maintenance)\\.ts$',
          '^(scripts|prisma/seed)/',
          TEST,
        ],
      },
      to: { path: '^lib/db\\.ts$' },
    },
    {
      name: 'generated-client-behind-lib-db',
      severity: 'error',
      from: { pathNot: '^(lib/db\\.ts$|prisma/generated/)' },
      to: { path: '^prisma/generated/' },
    },
    {
      name: 'lib-draws-nothing',
      comment: 'lib/ is what is true; what is drawn imports it, never the other way round.',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^(app|components)/' },
    },
    {
      name: 'nothing-imports-routes',
      comment: 'A route file is called by Next and by nobody else; what two need lives in components/ or lib/.',
      severity: 'error',
      from: { pathNot: TEST },
      to: { path: '^app/', pathNot: '\\.css$' },
    },
    {
      name: 'app-holds-route-files-only',
      severity: 'error',
      from: { path: '^app/', pathNot: [ROUTE_FILE, TEST] },
      to: {},
    },
    {
      name: 'route-files-only-in-app',
      severity: 'error',
      from: {},
      to: { path: '^app/', pathNot: ROUTE_FILE },
    },
    {
      name: 'ui-knows-no-domain',
      comment: 'components/ui could be lifted into another product.',
      severity: 'error',
      from: { path: '^components/ui/', pathNot: TEST },
      to: { path: '^components/(?!ui/)|^lib/(post|note|user|media|rich-text|settings|auth)/' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { pathNot: TEST },
      to: { path: TEST },
    },
    {
      name: 'scripts-are-commands',
      comment: 'What the product needs while it runs lives in lib/.',
      severity: 'error',
      from: { path: '^(app|components|lib|middleware\\.ts)', pathNot: TEST },
      to: { path: '^scripts/' },
    },
    {
      name: 'no-development-packages-in-the-product',
      severity: 'error',
      from: { path: '^(app|components|lib|prisma/seed|middleware\\.ts)', pathNot: TEST },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-packages-of-packages',
      comment: 'Only installed because another package needs it: the next version of that may not.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'bootstrap-needs-nothing',
      comment:
        'It runs before packages are installed and TypeScript is compiled; what it compiles, it loads after that.',
      severity: 'error',
      from: { path: '^scripts/bootstrap/', pathNot: TEST },
      to: { pathNot: '^scripts/bootstrap/', dependencyTypesNot: ['core'], dynamic: false },
    },
    {
      name: 'editor-on-demand',
      comment: 'The editor weighs as much as everything else together: its door is the file that loads it lazily.',
      severity: 'error',
      from: { pathNot: ['^components/editor/', TEST] },
      to: { path: '^components/editor/', pathNot: '^components/editor/lazy-rich-text-editor\\.tsx$' },
    },
    {
      name: 'no-editor-on-public-pages',
      severity: 'error',
      from: { path: '^app/\\((public|auth)\\)/' },
      to: { path: '^components/editor/', reachable: true },
    },
    owned(
      ['@tiptap'],
      ['components/editor/'],
      'The editor is loaded on demand; one import elsewhere loads it everywhere.',
    ),
    owned(
      ['dompurify', 'isomorphic-dompurify', 'jsdom', 'parse5'],
      ['lib/rich-text/'],
      'One sanitiser, in one place: a second one would have other holes.',
    ),
    owned(
      ['sharp'],
      ['lib/media/', 'lib/seo/share-image\\.ts', 'prisma/seed/'],
      'Pictures are checked and re-encoded in one place, and share images drawn in one.',
    ),
    owned(['@node-rs/argon2'], ['lib/auth/password\\.ts'], 'Passwords are hashed in one place.'),
    owned(['uploadthing'], ['lib/media/'], 'The picture stores are behind one interface.'),
    owned(['next-auth'], ['lib/auth/', 'app/api/auth/', 'middleware\\.ts'], 'Sessions are read in one place.'),
    owned(['@prisma', 'pg'], ['lib/db', 'prisma/generated/', 'scripts/'], 'The database is spoken to through lib/db.'),
    owned(['@tanstack'], ['components/ui/'], 'Tables are drawn by one component.'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(\\.next|\\.build|next-env\\.d\\.ts)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.mjs', '.js', '.jsx', '.json', '.css'],
    },
    reporterOptions: { text: { highlightFocused: true } },
  },
}
