/** Which layers a layer may import besides itself; `types` only where nothing is left of it. */
interface Law {
  layers: readonly string[]
  types?: readonly string[]
  /** Packages that it may import; all by default. */
  packages?: RegExp
}

const everyLayer = [
  'activities',
  'api',
  'behaviours',
  'cli',
  'environment',
  'domain',
  'embedded',
  'entities',
  'install',
  'kernel/http',
  'kernel/read',
  'kernel/relay',
  'kernel/write',
  'operations',
  'policy',
  'ports',
  'run',
  'workflows',
]

const allBut = (...without: string[]) => everyLayer.filter((layer) => !without.includes(layer))

/** The law of imports: what a layer may know of the others. */
export const law: Readonly<Record<string, Law>> = {
  // Decimals are exact and numbers of registers checked by libraries; rules need nothing else.
  domain: { layers: [], packages: /^(?:(?:big\.js|ibantools|kontonummer)$|stdnum\/)/ },
  entities: { layers: ['domain'], packages: /^@mikro-orm\/core$/ },
  ports: { layers: ['domain'] },
  // What every change leaves behind; how every list is read; the order of work of every request.
  'kernel/write': { layers: ['entities', 'domain', 'ports'] },
  'kernel/read': {
    layers: ['kernel/write', 'entities', 'domain', 'ports'],
    types: ['kernel/http'],
  },
  'kernel/http': {
    layers: ['kernel/write', 'kernel/read', 'domain', 'entities', 'policy', 'ports'],
  },
  // What is carried over to Temporal, and what is started again there; tables say whose rows ask.
  'kernel/relay': { layers: ['domain', 'entities', 'ports'] },
  activities: {
    layers: ['kernel/read', 'kernel/relay', 'kernel/write', 'entities', 'domain', 'ports'],
  },
  // A workflow is replayed, so nothing that differs between two runs may come in.
  workflows: {
    layers: ['domain'],
    types: ['activities', 'kernel/write'],
    packages: /^@temporalio\/(?:workflow|common)$/,
  },
  // Who calls is found in the caller's own transaction, and refused in the platform's own words.
  policy: { layers: ['entities', 'domain', 'ports'] },
  behaviours: {
    layers: ['activities', 'kernel/write', 'kernel/read', 'kernel/http', 'domain', 'entities'],
  },
  api: {
    layers: [
      'activities',
      'behaviours',
      'domain',
      'entities',
      'kernel/http',
      'kernel/read',
      'kernel/write',
      'policy',
      'ports',
      'workflows',
    ],
  },
  embedded: { layers: [] },
  environment: { layers: [] },
  operations: { layers: ['api', 'domain', 'kernel/http'] },
  install: { layers: allBut('api', 'operations', 'run', 'cli') },
  run: { layers: everyLayer },
  cli: { layers: everyLayer },
  generate: { layers: everyLayer },
  main: { layers: everyLayer },
}

export function layerOf(path: string): string {
  const [, first = '', second] = path.split('/')
  return first === 'kernel' ? `kernel/${second}` : first.replace(/\.ts$/, '')
}

const byArea = /^src\/(?:activities|api|domain|workflows)\/([^/]+)\//

/** The area whose folder a file stands in; the root lists of a layer are of none. */
export function areaOf(path: string): string | undefined {
  return byArea.exec(path)?.[1]
}
