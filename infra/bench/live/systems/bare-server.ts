import { createServer } from 'node:http';
import { LIVE_PATH } from '@oniverse/contracts';
import { Server } from 'socket.io';

// The reference: socket.io without storage, sessions, permissions or validation.
interface ChannelRequest {
  channelId: string;
}

const http = createServer();
const io = new Server(http, { path: LIVE_PATH, transports: ['websocket'], perMessageDeflate: false });

io.on('connection', (socket) => {
  socket.on('open', ({ channelId }: ChannelRequest, done: (answer: object) => void) => {
    void socket.join(channelId);
    done({ ok: true });
  });
  socket.on('send', (message: ChannelRequest, done: (answer: object) => void) => {
    io.to(message.channelId).emit('message', message);
    done({ ok: true });
  });
});

http.listen(Number(process.env['PORT']), '127.0.0.1', () => process.send?.({ type: 'ready' }));
