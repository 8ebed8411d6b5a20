import { npmJson } from '../npm.ts'

interface Component {
  'bom-ref': string
  name: string
  version: string
  properties: readonly { name: string; value: string }[]
  hashes?: readonly { alg: string; content: string }[]
}

/** What npm writes of it (CycloneDX): all that is installed where the platform runs. */
export interface BillOfMaterials {
  bomFormat: 'CycloneDX'
  serialNumber?: string
  metadata: { timestamp?: string; component: Component }
  components: readonly Component[]
  dependencies: readonly { ref: string; dependsOn?: readonly string[] }[]
}

/** The same for the same lock: without the moment, and the number by chance, that npm gives it. */
export async function billOfMaterials(root: string, name: string): Promise<BillOfMaterials> {
  const args = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx']
  const { serialNumber: _, ...bill } = JSON.parse(await npmJson(root, ...args)) as BillOfMaterials
  const { timestamp: __, ...metadata } = bill.metadata
  const component = { ...metadata.component, name }
  // `--omit=dev` leaves out what a tool has in common with us.
  const components = bill.components.filter(isInstalled)
  const refs = new Set([component, ...components].map((one) => one['bom-ref']))
  const dependencies = bill.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((one) => refs.has(one)),
    }))
  return { ...bill, metadata: { ...metadata, component }, components, dependencies }
}

const isInstalled = ({ properties }: Component) =>
  !properties.some(({ name }) => name === 'cdx:npm:package:development')
