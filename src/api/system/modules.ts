import { z } from 'zod'
import packageFacts from '../../../package.json' with { type: 'json' }
import {
  readModule,
  readModules,
  type Module,
} from '../../activities/system/settings/read-modules.ts'
import { moduleCodes } from '../../domain/system/modules.ts'
import { operation, type Room } from '../../kernel/http/operation.ts'

const codes = z.enum(moduleCodes)

const ModuleView = z
  .object({
    id: codes,
    code: codes,
    name: z.string().meta({ example: 'Factoring' }),
    version: z.string().meta({ example: packageFacts.version }),
    /** Also false where a module that it depends on is switched off. */
    enabled: z.boolean(),
    dependsOn: z.array(codes),
  })
  .meta({ id: 'Module' })

const show = (module: Module) => ({
  ...module,
  id: module.code,
  version: packageFacts.version,
  dependsOn: [...module.dependsOn],
})

export default {
  listModules: operation('GET /modules', 'ReadModules', {
    summary: 'List the modules, and whether each is on',
    returns: z.object({ data: z.array(ModuleView) }).meta({ id: 'Modules' }),
    shows: (all: Module[]) => ({ data: all.map(show) }),
  }).handle(({ unit }) => readModules(unit)),

  readModule: operation('GET /modules/{id}', 'ReadModules', {
    summary: 'Read one of the modules by its code',
    returns: ModuleView,
    shows: show,
  }).handle(({ unit, params }) => readModule(unit, params.id)),
} satisfies Room
