import { sanitise } from '@/lib/rich-text/server/sanitise'
import { type Item, openConversion, pictureFault, refusalsOf } from '@/packages/convert/convert-source'
import type { ConvertOptions } from '@/packages/convert/model'
import { extensionOf } from '@/packages/convert/source/names'

export type ReadItem = Item & { path: string | null }

/** What a converter makes of a file or a folder, each text as a site would store it. */
export async function readConverted(path: string, options: ConvertOptions = {}) {
  const conversion = await openConversion(path, options)
  const { reader, source } = conversion
  const items: ReadItem[] = []
  const placing = {
    addressOf: (identity: string) => `/note/${encodeURIComponent(identity)}`,
    pictureOf(file: { path: string } | { address: string }) {
      if ('address' in file) return { url: file.address.replace(/^http:/i, 'https:') }
      const reason = pictureFault(file.path)
      return reason ? { reason } : { url: `/${source.paths.indexOf(file.path)}.${extensionOf(file.path)}` }
    },
  }
  try {
    for await (const item of conversion.items(placing))
      items.push({ ...item, path: item.paths[0] ?? null, html: sanitise(item.html) })
    const { kind, folders = [], addresses } = reader
    return { kind, items, folders, addresses, refused: refusalsOf(conversion), groups: conversion.groups }
  } finally {
    await conversion.close()
  }
}
