import { serveWorks } from '../../src/ports/apart/serve.ts'
import { works } from '../../src/ports/apart/works.ts'

/** The usual program, which also says who it is. */
serveWorks({ ...works, who: async () => async () => ({ value: process.pid, parts: [] }) })
