import { Migrator } from '@mikro-orm/migrations'
import { MikroORM, type Options } from '@mikro-orm/postgresql'
import { entities } from '../entities/all.ts'
import { lockTimeoutMs } from './giving-way.ts'
import { migrationsFolder } from './schema-faults.ts'

/** The ORM as the owner of the tables uses it: to bring them up to the code, and for nothing else. */
export function ownerOrm(url: string): MikroORM {
  return new MikroORM({
    entities: [...entities],
    clientUrl: url,
    extensions: [Migrator],
    schemaGenerator: { createForeignKeyConstraints: false },
    migrations: {
      path: migrationsFolder,
      tableName: 'migration',
      emit: 'ts',
      snapshot: false,
      transactional: true,
      allOrNothing: true,
      glob: '*.ts',
    },
    // Accessors would stay on the prototypes, which the units of the same process share.
    propagationOnPrototype: false,
    pool: { min: 0, max: 2 },
    driverOptions: { options: `-c lock_timeout=${lockTimeoutMs}` },
    logger: () => undefined,
  } as Options)
}
