/** What the lock says of packages, and what it should; nothing of it is asked anywhere. */

/** As npm writes it, as far as it is looked at. */
export interface Locked {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: readonly string[]
  cpu?: readonly string[]
  hasInstallScript?: boolean
}

export interface Lock {
  lockfileVersion: number
  packages: Readonly<Record<string, Locked>>
}

export interface Manifest {
  dependencies?: Readonly<Record<string, string>>
  devDependencies?: Readonly<Record<string, string>>
  optionalDependencies?: Readonly<Record<string, string>>
  allowScripts?: Readonly<Record<string, boolean>>
}

interface Package extends Locked {
  name: string
}

const under = 'node_modules/'

export function packagesOf({ packages }: Lock): Package[] {
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, locked]) => ({
      ...locked,
      name: path.slice(path.lastIndexOf(under) + under.length),
    }))
}

const called = ({ name, version }: Package) => `${name}@${version}`

/** The digest of SHA-512, in base64. */
const digest = /^sha512-[A-Za-z0-9+/]{86}==$/

/** What npm would install without comparing it with anything, or would run without being told to. */
export function lockFaults(lock: Lock, manifest: Manifest): string[] {
  const wanted = { ...manifest.dependencies, ...manifest.devDependencies }
  const scripts = manifest.allowScripts ?? {}
  return [
    ...Object.entries({ ...wanted, ...manifest.optionalDependencies })
      .filter(([name, version]) => lock.packages[under + name]?.version !== version)
      .map(([name, version]) => `${name} is wanted as ${version}, which is not what is locked`),
    ...packagesOf(lock).flatMap((each) => faultsOf(each, scripts)),
  ]
}

function faultsOf(each: Package, scripts: Readonly<Record<string, boolean>>): string[] {
  const { integrity, link, resolved, hasInstallScript, name } = each
  const faults: [boolean, string][] = [
    [integrity === undefined && !isOfAnotherSystem(each), 'has no integrity'],
    [integrity !== undefined && !digest.test(integrity), 'has no digest of SHA-512'],
    [link === true, 'is a link out of the packages'],
    [resolved !== undefined && !resolved.startsWith('https:'), 'comes from no registry'],
    [hasInstallScript === true && scripts[name] !== true && !harmless.has(name), 'runs a script'],
  ]
  return faults.flatMap(([is, says]) => (is ? [`${called(each)} ${says}`] : []))
}

/** Their scripts are not allowed, so they do not run; nothing here needs what they do. */
const harmless = new Set(['vue-demi', 'ssh2', 'cpu-features'])

const isOfAnotherSystem = ({ optional, os, cpu }: Locked) =>
  optional === true && (os !== undefined || cpu !== undefined)

/** Of other systems, whose digests were not to be had where the lock was written. */
export const withoutIntegrity = (lock: Lock): string[] =>
  packagesOf(lock)
    .filter((each) => each.integrity === undefined && isOfAnotherSystem(each))
    .map(called)

/** Whoever uses, changes and passes on what is under these need do no more than name it. */
const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PSF-2.0',
  'Unlicense',
  'Zlib',
])

/** What their own files say, where the registry says nothing: read for this version. */
const read: Readonly<Record<string, string>> = {
  'buildcheck@0.0.7': 'MIT',
  'cpu-features@0.0.10': 'MIT',
  'png-js@2.0.0': 'MIT',
  'ssh2@1.17.0': 'MIT',
  'unionfs@4.6.0': 'Unlicense',
}

/**
 * Copyleft that binds nobody but who changes the library: it is loaded beside sharp in a file of
 * its own, unchanged, and can be replaced by another.
 */
const looked = /^@img\/sharp-(?:libvips-[a-z0-9-]+|win32-[a-z0-9]+|wasm32)$/

/** Among what is installed to run the platform; tools of those who write it oblige nobody else. */
export function licenceFaults(lock: Lock): string[] {
  return packagesOf(lock).flatMap((each) => {
    const licence = each.license ?? read[called(each)]
    if (each.dev === true) return []
    if (licence === undefined) return [`${called(each)} says no licence`]
    const terms = licence.replaceAll('LGPL-3.0-or-later', looked.test(each.name) ? 'MIT' : '$&')
    return isPermissive(terms) ? [] : [`${called(each)} is under ${licence}`]
  })
}

/** Of alternatives one is enough; of what holds at once, all. `or` binds less than `and`. */
export function isPermissive(expression: string): boolean {
  const bare = expression.trim()
  const inner = /^\(([^()]*)\)$/.exec(bare)?.[1]
  if (inner !== undefined) return isPermissive(inner)
  const replaced = bare.replace(/\(([^()]*)\)/, (_, part: string) =>
    isPermissive(part) ? 'MIT' : 'UNKNOWN',
  )
  if (replaced !== bare) return isPermissive(replaced)
  return bare
    .split(/\s+OR\s+/i)
    .some((each) => each.split(/\s+AND\s+/).every((name) => permissive.has(name.trim())))
}
