import ofClients from './of-clients.ts'
import staff from './staff.ts'

export default { ...staff, ...ofClients } as const
