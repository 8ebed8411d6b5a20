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
  'cli',
  'config',
  'domain',
  'embedded',
  'entities',
  'install',
  'operations',
  'policy',
  'ports',
  'run',
  'workflows',
]

const allBut = (...without: string[]) => everyLayer.filter((layer) => !without.includes(layer))

/** The law of imports: what a layer may know of the others. */
export const law: Readonly<Record<string, Law>> = {
  // Decimals are exact by a library; rules need nothing else from outside.
  domain: { layers: [], packages: /^big\.js$/ },
  entities: { layers: ['domain'], packages: /^@mikro-orm\/core$/ },
  ports: { layers: ['domain'] },
  activities: { layers: ['entities', 'domain', 'ports'] },
  // A workflow is replayed, so nothing that differs between two runs may come in.
  workflows: {
    layers: ['domain'],
    types: ['activities'],
    packages: /^@temporalio\/(?:workflow|common)$/,
  },
  // Who calls is found in the caller's own transaction, and refused in the platform's own words.
  policy: { layers: ['entities', 'domain', 'ports'] },
  api: { layers: ['activities', 'domain', 'entities', 'policy', 'ports', 'workflows'] },
  embedded: { layers: [] },
  config: { layers: [] },
  operations: { layers: ['api'] },
  install: { layers: allBut('api', 'operations', 'run', 'cli') },
  run: { layers: everyLayer },
  cli: { layers: everyLayer },
  generate: { layers: everyLayer },
  main: { layers: everyLayer },
}

export function layerOf(path: string): string {
  const [, first = ''] = path.split('/')
  return first.replace(/\.ts$/, '')
}
