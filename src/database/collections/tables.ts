/**
 * The tables of labels and saved searches. They are made with the first label or saved search, so a database without
 * them is neither older nor in need of rebuilding: it has none.
 */
import type { Catalogue } from '../catalogue/catalogue.ts'

/**
 * A labelled game has its number while the database holds it. What else identifies it is written when it leaves the
 * database (identity.ts).
 */
const TABLES = `
CREATE TABLE IF NOT EXISTS labelled_games (
  key UINTEGER NOT NULL, id UINTEGER, path VARCHAR, entry UINTEGER, moves VARCHAR, header VARCHAR, description VARCHAR
);
CREATE TABLE IF NOT EXISTS labels (key UINTEGER NOT NULL, kind VARCHAR NOT NULL, text VARCHAR NOT NULL);
CREATE TABLE IF NOT EXISTS saved_searches (name VARCHAR NOT NULL, conditions VARCHAR NOT NULL);
`

/** Makes the tables if there are none yet, in the open transaction. */
export async function makeTables(catalogue: Catalogue): Promise<void> {
  await catalogue.connection.run(TABLES)
}

/** Whether there is any label or saved search. */
export async function hasTables(catalogue: Catalogue): Promise<boolean> {
  const sql = "SELECT 1 FROM information_schema.tables WHERE table_name = 'saved_searches'"
  return await catalogue.remember('tables of labels', async () => (await catalogue.rows(sql)).length > 0)
}
