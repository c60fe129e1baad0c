// The arrows of docs: which part of the code may import which. `npm run check` runs it.
// Types count as much as code: who needs another's type knows of it.

/** Modules of lib/ whose code runs on the server alone; everything else there runs there and in a browser. */
const SERVER = '^lib/([^/]+/server|cache|ops|server)/'
const DATABASE = '^lib/platform/server/db\\.ts$'
/** What watches the product instead of being it. */
const TEST = '\\.test\\.tsx?$|^tests/|^bench/|^scripts/lint/|^scripts/processes/lint'
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
      comment: 'Two modules that import each other are one module, or contain a third.',
      severity: 'error',
      from: { pathNot: '^prisma/generated/' },
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An unresolvable import fails only when it is executed.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-circles-between-folders',
      comment: 'Folders that import each other are not separate modules.',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    {
      name: 'server-code-stays-on-the-server',
      comment: 'Components, middleware and shared code get plain values and import no server code.',
      severity: 'error',
      from: { path: '^(components/|middleware\\.ts$|lib/)', pathNot: [SERVER, TEST] },
      to: { path: SERVER },
    },
    {
      name: 'browser-code-stays-in-the-browser',
      comment: 'lib/browser uses storage and canvas, which a server lacks.',
      severity: 'error',
      from: { pathNot: ['^components/', '^lib/browser/', TEST] },
      to: { path: '^lib/browser/' },
    },
    {
      name: 'server-is-the-outermost-module',
      comment: 'The web server is the outermost layer; only scripts import it.',
      severity: 'error',
      from: { pathNot: ['^lib/server/', '^scripts/', TEST] },
      to: { path: '^lib/server/' },
    },
    {
      name: 'database-behind-the-data-layer',
      comment: 'Only queries and mutations access the database; pages, handlers and scripts call them.',
      severity: 'error',
      from: {
        pathNot: [
          '^lib/[^/]+/server/(queries|mutations)\\.ts$',
          '^lib/(auth|media)/server/',
          '^lib/(ops|server)/',
          '^lib/platform/server/unique-violation\\.ts$',
          '^lib/publishing/server/visibility\\.ts$',
          '^(scripts|prisma/seed)/',
          TEST,
        ],
      },
      to: { path: DATABASE },
    },
    {
      name: 'generated-client-behind-the-database',
      severity: 'error',
      from: { pathNot: [DATABASE, '^prisma/generated/'] },
      to: { path: '^prisma/generated/' },
    },
    {
      name: 'lib-draws-nothing',
      comment: 'lib/ is the logic: routes and components import it, never the other way round.',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^(app|components)/' },
    },
    {
      name: 'nothing-imports-routes',
      comment:
        'Only Next calls route files; shared code belongs in components/ or lib/. The root layout alone loads the screens ' +
        'for errors, so that they need no files of scripts of their own, and the route for assistants the calls it sends.',
      severity: 'error',
      from: { pathNot: [TEST, '^app/layout\\.tsx$', '^app/api/mcp/route\\.ts$'] },
      to: { path: '^app/', pathNot: '\\.css$' },
    },
    {
      name: 'root-layout-imports-error-screens-only',
      severity: 'error',
      from: { path: '^app/layout\\.tsx$' },
      to: { path: '^app/', pathNot: '/(global-)?error\\.tsx$|\\.css$' },
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
      comment: 'components/ui could be used in another product.',
      severity: 'error',
      from: { path: '^components/ui/', pathNot: TEST },
      to: { path: '^components/(?!ui/)|^lib/(post|note|user|media|rich-text|site-settings|auth)/' },
    },
    {
      name: 'nothing-imports-tests',
      severity: 'error',
      from: { pathNot: TEST },
      to: { path: TEST },
    },
    {
      name: 'scripts-are-commands',
      comment: 'Code the product needs at runtime belongs in lib/.',
      severity: 'error',
      from: { path: '^(app|components|lib|middleware\\.ts)', pathNot: TEST },
      to: { path: '^scripts/' },
    },
    {
      name: 'no-development-packages-in-the-product',
      severity: 'error',
      from: { path: '^(app|components|lib|packages|prisma/seed|middleware\\.ts)', pathNot: TEST },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-packages-of-packages',
      comment: 'A transitive dependency, which may disappear with an update.',
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
      comment: 'The editor is as large as all other scripts together: import the file that loads it lazily.',
      severity: 'error',
      from: { pathNot: ['^components/editor/', TEST] },
      to: {
        path: '^components/editor/',
        pathNot: '^components/editor/lazy-rich-text-editor\\.tsx$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'converters-on-demand',
      comment:
        'A form that needs none of them does not load them: components/editor/on-demand.ts does when one is needed.',
      severity: 'error',
      from: { path: '^components/', pathNot: TEST },
      to: {
        path: '^(lib/rich-text/(tex|code-colours)|packages/convert/markdown/markdown-to-html)\\.ts$',
        dependencyTypesNot: ['type-only'],
        dynamic: false,
      },
    },
    {
      name: 'no-editor-on-public-pages',
      severity: 'error',
      from: { path: '^app/\\((public|auth)\\)/' },
      to: { path: '^components/editor/', reachable: true },
    },
    owned(
      ['@tiptap', 'prosemirror-search'],
      ['components/editor/'],
      'The editor is loaded on demand; one import elsewhere loads it everywhere.',
    ),
    {
      name: 'converters-know-nothing-of-the-site',
      comment: 'Files in, an archive out: what a site is made of is none of their business.',
      severity: 'error',
      from: { path: '^packages/', pathNot: TEST },
      to: { path: '^(app|bench|components|lib|prisma|scripts|tests)/|^middleware\\.ts$' },
    },
    {
      name: 'imports-know-archives-alone',
      comment: 'The site reads and writes archives; converting is done in a process of its own.',
      severity: 'error',
      from: { path: '^(app|components|lib|middleware\\.ts)', pathNot: TEST },
      to: {
        path: '^packages/',
        pathNot:
          '^packages/convert/(archive/|source/|model\\.ts|dates\\.ts|readers/json\\.ts|markdown/own\\.ts' +
          // Pure: trees, Markdown, time zones, and what the marks of others mean.
          '|tree\\.ts|tex\\.ts|local-time\\.ts|html/(marks|srcset)\\.ts|markdown/markdown-to-html\\.ts)',
      },
    },
    owned(
      ['dompurify', 'isomorphic-dompurify', 'jsdom'],
      ['lib/rich-text/'],
      'One sanitiser, in one place: a second one would have other holes.',
    ),
    owned(['parse5'], ['lib/rich-text/', 'packages/convert/'], 'Trees are parsed within their limits.'),
    owned(
      ['yauzl', 'yazl', 'saxes', 'yaml', 'smol-toml'],
      ['packages/convert/'],
      'What others made is opened, and what is ours packed, in one place with its limits.',
    ),
    owned(
      ['temml'],
      ['lib/rich-text/', 'packages/convert/'],
      'A formula is the same wherever it is made: one converter, set one way.',
    ),
    owned(
      ['sharp'],
      ['lib/media/', 'lib/seo/server/drawing\\.ts', 'prisma/seed/'],
      'Pictures are checked and re-encoded in one place, and what is drawn is drawn in one.',
    ),
    owned(['@node-rs/argon2'], ['lib/auth/server/password\\.ts'], 'Passwords are hashed in one place.'),
    owned(['@modelcontextprotocol'], ['lib/programs/server/mcp\\.ts'], 'One route alone loads it.'),
    owned(['uploadthing'], ['lib/media/'], 'The picture stores are behind one interface.'),
    owned(['next-auth'], ['lib/auth/', 'app/api/auth/', 'middleware\\.ts'], 'Sessions are read in one place.'),
    owned(
      ['@prisma', 'pg'],
      ['lib/platform/server/db', 'lib/cache/revision-listener', 'prisma/generated/', 'scripts/'],
      'The database is spoken to through one module.',
    ),
    owned(['@tanstack'], ['components/ui/'], 'Tables are drawn by one component.'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)(\\.next|\\.build|next-env\\.d\\.ts)', '\\.test\\.tsx?$'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mts', '.mjs', '.js', '.jsx', '.json', '.css'],
    },
    reporterOptions: { text: { highlightFocused: true } },
  },
}
