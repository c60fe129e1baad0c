import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { LAUNCH_ARGS } from './tests/runner/chromium-features'
import { EXPECT_MS, TEST_MS } from './tests/runner/time-limits'
import { browserCommands } from './tests/support/component-commands'

/**
 * What is bundled for Chromium before a run: bundled when a test first imports it, it would load the page anew in the
 * middle of another test.
 */
const BUNDLED = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'next/dynamic',
  'next/navigation',
  'next/dist/shared/lib/app-router-context.shared-runtime',
  'next/dist/shared/lib/hooks-client-context.shared-runtime',
  '@floating-ui/dom',
  '@tanstack/react-table',
  '@tiptap/core',
  '@tiptap/extension-code-block-lowlight',
  '@tiptap/extension-image',
  '@tiptap/extension-list',
  '@tiptap/extension-subscript',
  '@tiptap/extension-superscript',
  '@tiptap/extension-table',
  '@tiptap/extension-text-align',
  '@tiptap/extension-text-style',
  '@tiptap/extensions',
  '@tiptap/pm/commands',
  '@tiptap/pm/history',
  '@tiptap/pm/keymap',
  '@tiptap/pm/model',
  '@tiptap/pm/schema-list',
  '@tiptap/pm/state',
  '@tiptap/pm/tables',
  '@tiptap/pm/transform',
  '@tiptap/pm/view',
  '@tiptap/react',
  '@tiptap/starter-kit',
  '@tiptap/suggestion',
  'axe-core',
  'diff',
  'highlight.js/lib/core',
  'highlight.js/lib/languages/*',
  'idb',
  'lowlight',
  'marked',
  'p-limit',
  'prosemirror-search',
  'stemmer',
  'temml',
  'zod',
  'zod/mini',
]

/** Component tests: a component alone, in Chromium, with a stub of the API. */
export default defineConfig({
  resolve: { alias: [{ find: /^@\//, replacement: `${import.meta.dirname}/` }] },
  // Next's modules read it, and a browser has none.
  define: { 'process.env': {} },
  oxc: { jsx: { runtime: 'automatic' } },
  optimizeDeps: { noDiscovery: true, include: BUNDLED },
  cacheDir: '.build/vite',
  test: {
    name: 'browser',
    include: ['components/**/*.browser.test.tsx'],
    setupFiles: ['tests/support/component-setup.ts'],
    // Vitest leaves one core to whoever watches.
    maxWorkers: availableParallelism(),
    testTimeout: TEST_MS,
    hookTimeout: TEST_MS,
    expect: { poll: { timeout: EXPECT_MS } },
    restoreMocks: true,
    unstubGlobals: true,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: LAUNCH_ARGS },
        // As large as the largest window of a test: what is larger would be shown scaled.
        contextOptions: {
          viewport: { width: 1440, height: 1000 },
          locale: 'en-GB',
          timezoneId: 'UTC',
          reducedMotion: 'reduce',
        },
        actionTimeout: EXPECT_MS,
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 860 } }],
      commands: browserCommands,
    },
  },
})
