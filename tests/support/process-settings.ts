import { vi } from 'vitest'

let present = ''

/**
 * Gives the modules that are imported from now on these settings, which a process reads once. Modules are
 * imported anew only where the settings differ: that takes half a second.
 */
export function setSettings(settings: Record<string, string>): void {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  const wanted = JSON.stringify(settings)
  if (wanted !== present) vi.resetModules()
  present = wanted
}
