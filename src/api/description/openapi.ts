import type { z } from 'zod'
import { version } from '../../../package.json' with { type: 'json' }
import type { Registered } from '../app.ts'
import {
  isOpen,
  needsSuperUser,
  rightsOf,
  statusOf,
  type Operation,
  type Requirement,
} from '../operation.ts'
import { Problem } from '../problem.ts'
import { bodySchemaOf } from '../runner.ts'
