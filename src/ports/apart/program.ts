import { serveWorks } from './serve.ts'
import { works } from './works.ts'

serveWorks(works)
