import { join, relative } from 'node:path'
import ts from 'typescript'
import { ROOT } from '@/scripts/bootstrap/root.mjs'

/** Of a file in the checkout, with slashes. */
export const pathOf = (file: string): string => relative(ROOT, file).replaceAll('\\', '/')

/**
 * The files of these paths and what they import, for rules that ask for types.
 * @param sources files that there are not, by their paths
 */
export function programOf(paths: string[], sources: Record<string, string> = {}): ts.Program {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists } = host
  host.readFile = (file) => sources[pathOf(file)] ?? readFile(file)
  host.fileExists = (file) => pathOf(file) in sources || fileExists(file)
  // The default does not know the folders of added files; without it each file is looked up.
  host.directoryExists = undefined
  return ts.createProgram(
    [...paths, ...Object.keys(sources)].map((path) => join(ROOT, path)),
    options,
    host,
  )
}
