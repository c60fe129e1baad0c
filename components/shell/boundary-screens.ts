'use client'

/*
 * What may replace a page, and the scripts of its footer: loaded once, by the root layout. Otherwise each boundary of
 * Next's, and each group of screens, loads a file of its own with another copy of what they share.
 */
import '@/components/shell/current-year'
import '@/components/shell/error-screen'
import '@/components/shell/not-allowed'
import '@/components/shell/not-found-alert'
import '@/components/shell/page-not-found'
import '@/components/shell/palette-button'
import '@/components/shell/theme-button'
