import { Migrator } from '@mikro-orm/migrations'
import { MikroORM, type Options } from '@mikro-orm/postgresql'
import { join } from 'node:path'
import { entities } from '../entities/all.ts'

export const migrationsFolder = join(import.meta.dirname, '..', '..', 'migrations')

/**
 * Less than commands wait for what others hold, since a change of a table that has to wait keeps
 * all who come after it from that table; and less than PostgreSQL waits to look for a deadlock.
 */
const lockTimeoutMs = 700

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
