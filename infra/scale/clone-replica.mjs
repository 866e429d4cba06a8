// A `create_replica_methods` command of Patroni.
import { copyCluster } from '@oniverse/testing';

const options = Object.fromEntries(
  process.argv.slice(2).flatMap((argument) => {
    const [, name, value] = /^--(\w+)=(.*)$/.exec(argument) ?? [];
    return name === undefined ? [] : [[name, value]];
  }),
);
const { host, port, user } = Object.fromEntries(
  options.connstring.split(' ').map((pair) => pair.split(/=(.*)/).slice(0, 2)),
);
await copyCluster(
  { host, port: Number(port), user, password: process.env.CLONE_PASSWORD, database: 'postgres' },
  options.datadir,
);
