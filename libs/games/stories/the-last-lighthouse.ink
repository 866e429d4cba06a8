// The Last Lighthouse: one night at a station that the harbour office wants dark by dawn.
// The evening has three hours. Oil keeps the lamp burning. Each ending is named by the tag `ending`.

VAR hours = 3
VAR oil = 2
VAR lens_clean = false
VAR log_read = false
VAR knows_interval = false
VAR knows_keeper = false
VAR boat_ready = false
VAR horn_ready = false
VAR ship_safe = false
VAR asked = 0

-> landing

=== landing ===
The supply boat sets you down at the foot of the rock and does not wait. By the time you have counted your boxes, its engine is a small sound among larger ones.
Above you stands the last lighthouse on this coast that a person still lights. In your pocket is a letter from the harbour office. The sun is three fingers above the water.
+ [Read the letter again.] -> letter
+ [Climb the path to the keeper’s cottage.] -> cottage
+ [Walk around the rock to the boathouse.] -> boathouse

=== letter ===
The letter is short. “Relieve the keeper of Station Nine. Light the lamp for the last time. Extinguish it at dawn, close the log, and return with both keys.”
Someone in the office has added a line in pencil, quickly, as if it were not quite allowed: “We have had no word from him since the equinox. The lamp has been lit every night all the same.”
+ [Climb the path to the keeper’s cottage.] -> cottage
+ [Walk around the rock to the boathouse.] -> boathouse

=== evening ===
{ hours <= 0: -> dusk }
{ hours:
- 1: The sun touches the water. There is time for one more thing before the lamp.
- 2: The light is going over from gold to copper.
- else: The evening is clear, and long enough for a few things.
}
* [Look through the keeper’s log.] -> log_room
* [Clean the lens.] -> lens_room
* [Carry oil up from the boathouse.] -> oil_store
* [See whether the boat would float.] -> boat_work
* [Look at the fog horn.] -> horn_house
* [Study the chart on the wall.] -> chart_room
+ [Go up and wait for the dark.] -> dusk

=== cottage ===
The door is not locked. The table is laid, with one plate for each of you, and the kettle is warm enough to hold your hands around.
There is no keeper. His coat is gone from its nail, and the nail is bright where the coat used to rub it.
* [Call out for him.] -> calling
* [Drink the tea. Someone made it for you.] -> tea
+ [Leave everything as it is, and look around the station.] -> evening

= calling
You call, and the house gives you back your own voice a little late, the way a well does.
Then, from the direction of the open sea, something that might be a bell. It rings as often as you called.
-> evening

= tea
It is good tea, strong and smoky. Under the saucer lies a brass key, and under the key a note: “For the horn. It sticks. Be kind to it.”
~ horn_ready = true
You put the key in your pocket, where it is warmer than it should be.
-> evening

=== boathouse ===
A rowing boat lies on its rails, the blue of an old door. One plank is sprung. There is tar in a tin, and a coil of rope that somebody has measured out in knots, each one labelled with a year.
Behind the boat stand four cans of lamp oil. Two of them are full.
* [Take the full cans with you to the tower.] -> oil_store
* [Mend the plank while there is daylight.] -> boat_work
+ [Go up to the cottage.] -> cottage

=== oil_store ===
~ hours -= 1
~ oil += 2
A hundred and twelve steps, twice. The cans knock against the wall in the same places where other cans have knocked, and each has left a small moon in the plaster.
You count them on the second climb. There are more moons than nights in a long life.
-> evening

=== boat_work ===
~ hours -= 1
~ boat_ready = true
The tar is stiff and then, all at once, willing. You press the plank home and hear the boat change its note, from a box to an instrument.
On the inside of the bow a name has been cut and cut again as the wood wore: STATION TEN.
There is no Station Ten. The list in the harbour office ends with yours.
-> evening

=== horn_house ===
~ hours -= 1
{
- horn_ready:
The key turns, sticks, and turns again once you stop forcing it. The horn gives a low breath, like a large animal that was asleep and has decided not to mind.
- else:
The horn is locked behind a brass plate. You find nothing to open it, but you grease the valve, clear a nest from its throat, and pry the plate loose with a chisel.
~ horn_ready = true
It will sound now, you think. It will not sound sweetly.
}
-> evening

=== log_room ===
~ hours -= 1
~ log_read = true
The log fills eleven shelves. The first volumes are in five different hands, and the last forty years in one: small, upright, unhurried.
+ [Read the last entry.] -> last_entry
+ [Read the first entry in that hand.] -> first_entry
+ [Look for the equinox.] -> equinox

= last_entry
“Wind north-west, falling. Lamp lit at the usual time. They will come tomorrow on the supply boat, and I have laid the table. I should have liked to meet them. Interval steady at nineteen.”
The ink is not a day old.
-> shelf

= first_entry
“Relieved Keeper Osk, who would not say what he had seen from the gallery, only that I must not be the one to stop first. I laughed. He did not.”
-> shelf

= equinox
“Equal day, equal night. It was close enough to count the windows. There is a keeper. There is a lamp like mine. When I lift my hand the other lifts a hand, though not the same one, and not at once. So it is no mirror.”
~ knows_keeper = true
-> shelf

= shelf
You could read until morning. You turn {one more page|a last page}, to the place where tonight’s entry belongs. The line is already ruled, and the date is written. The rest is blank.
-> evening

=== chart_room ===
~ hours -= 1
~ knows_interval = true
The chart shows the coast you know, and west of it the water you came over, and west of that nothing: soundings, then fewer soundings, then clean paper.
On the clean paper is a pencil cross, and beside it a column of figures. Nineteen. Nineteen. Nineteen. Eighteen. Nineteen. Someone has counted seconds, every night, for years.
-> evening

=== lens_room ===
~ hours -= 1
~ lens_clean = true
The lens is taller than any of you, a beehive of glass. You wash it with vinegar and soft paper, prism by prism, and each holds a small upside-down sea.
When you have finished, the setting sun enters it and comes out everywhere.
-> evening

=== dusk ===
The sun goes. For a moment the horizon is drawn with a hard pencil, then with a soft one.
You climb to the lantern room. The lamp has been trimmed for you. A box of matches lies open with one match pulled halfway out.
+ [Light the lamp.] -> first_light
+ [Wait. See what the sea looks like without it.] -> unlit

=== unlit ===
You wait, and the dark arrives like somebody sitting down beside you. Then, far in the west, where the chart is clean, a light opens.
It burns for a breath and closes. It opens again. There is something in the pause that you can only call a question.
+ [Light the lamp.] -> first_light
+ [Keep the tower dark, and watch.] -> dark_watch

=== dark_watch ===
The far light asks again, and again. After an hour it asks faster. After two it does not close at all: a small unblinking point, held up as one holds up a lantern to look into a room.
Nobody built a thing like that to warn ships. It was built to be answered.
+ [Answer. Light the lamp.] -> first_light
+ [Leave it. The letter said the station is to be dark, and dark it is.] -> end_early_dark

=== first_light ===
~ oil -= 1
{ lens_clean:
The flame stands up, the lens takes it, and a bar of light goes out over the water so clean that it seems to have an edge. You could cut a loaf with it.
- else:
The flame stands up. The lens has a winter’s salt on it, and the beam goes out yellow and a little frayed, like a voice in the morning. It is a beam all the same.
}
You wind the weight, and the lens begins to turn.
-> answer

=== answer ===
Nineteen seconds later, in the west, a light answers.
{ knows_interval: You do not have to count. You have seen the column of figures, and you find that you have been holding your breath in that measure.}
{ not knows_interval: You count it again, with a watch. Nineteen. Again. Nineteen. }
+ [Keep the lamp turning, and keep watch.] -> watch
+ [Stop the lens, and signal with the shutter.] -> shutter
+ { log_read } [Write it into the log first.] -> log_tonight

=== log_tonight ===
You sit down to the ruled line. “Lamp lit. Answered from the west at an interval of nineteen seconds.” It looks like nonsense, and it looks like every other line in the book.
Your hand, you notice, has gone small, upright and unhurried.
+ [Go back up, and keep watch.] -> watch
+ [Go back up, and signal with the shutter.] -> shutter

=== shutter ===
The shutter is a row of brass slats with a lever worn to the shape of a palm. You know the code from the harbour, more or less. So, it turns out, does the other light.
{ asked >= 2: The far lamp dims between its words, as if it too were counting its oil. }
* [WHO ARE YOU]
  ~ asked += 1
  -> shutter_who
* [WHERE ARE YOU]
  ~ asked += 1
  -> shutter_where
* { knows_keeper || log_read } [WHERE IS OUR KEEPER]
  ~ asked += 1
  -> shutter_keeper
+ [GOOD NIGHT. Then let the lens turn.] -> watch

= shutter_who
The answer comes slowly, letter by letter, as from someone who has waited a long time to be asked and wants to spell it right. STATION TEN. LAST ON THIS COAST. WHO ARE YOU
-> shutter

= shutter_where
WEST OF NINE, it says. And then, after a pause of exactly nineteen seconds: WE HAVE NO WEST. OUR CHART IS CLEAN THERE. WE THOUGHT YOU WERE A STAR
-> shutter

= shutter_keeper
~ knows_keeper = true
HERE, it says at once. CAME OVER AT THE EQUINOX. ROWS BACK EACH NIGHT TO LIGHT YOURS. IS OLD. IS ASLEEP. PLEASE DO NOT STOP FIRST
-> shutter

=== watch ===
Toward midnight the stars at the edge of the sea go out, one after another, in good order. Fog. It comes up the rock like a tide, and by the half hour the beam is a white wall turning.
Then you hear it: an engine, slow and large, and much too near.
+ [Feed the lamp. Give it everything.] -> ship_lamp
+ [Sound the horn.] -> ship_horn
+ [Ask the other light to help.] -> ship_relay

=== ship_lamp ===
{
- oil <= 0:
You reach for the oil, and the can is lighter than it should be. The flame takes what there is. It is not enough to make the fog anything more than brighter fog.
-> ship_close
- lens_clean:
~ oil -= 1
You open the valve. The clean lens takes the flame and throws it, and the wall of fog turns the colour of milk held up to a window, all the way out.
~ ship_safe = true
-> ship_turns
- oil >= 2:
~ oil -= 2
You open the valve as far as it goes. Through the salt on the lens the light is brown, but there is a great deal of it, and a great deal of it is enough.
~ ship_safe = true
-> ship_turns
- else:
~ oil -= 1
You open the valve. The salt on the lens drinks the light. The fog glows a little, everywhere alike, and shows nobody where the rock is.
-> ship_close
}

=== ship_horn ===
{ horn_ready:
The horn draws its breath and speaks: one long note that you feel in the stair rail and in your teeth. Silence. Then, from the fog, a smaller note, surprised.
~ ship_safe = true
-> ship_turns
- else:
The horn is locked, and the lock has its own opinion. You lean on it, and lean on it, and it coughs up a cupful of rust.
-> ship_close
}

=== ship_relay ===
You stop the lens and work the shutter: SHIP IN FOG. NEAR US. You have no idea what you expect. You are alone on a rock, and you have asked a star for help.
{
- asked >= 1:
AT ONCE, says the west. And the far light grows. It does not flash. It grows, steadily, until there is a second beam in the fog, crossing yours, and where they cross there is a place as plain as a table.
~ ship_safe = true
-> ship_crossing
- else:
The far light hesitates. You have not spoken before tonight. WHO IS THERE, it asks, and asks again, and while you spell it out the engine comes on.
-> ship_close
}

=== ship_crossing ===
A hull comes into that crossing of lights, black and high and hung with rust. A figure runs along its rail. The ship leans, thinks about it, and turns away in a circle of white water.
On its bridge someone lifts a lamp toward you, and then, after a moment, toward the west.
* [So they see it too.] -> small_hours

=== ship_turns ===
A hull slides out of the white, close enough to read its name: PATIENCE. It leans and turns, and the wash of it climbs the rock to the cottage door and goes home again.
For a while the engine is all around you. Then it is only in one place, and then it is gone.
* [Breathe.] -> small_hours

=== ship_close ===
There is a sound like a drawer being shut in the next room. The engine stops. Somebody shouts a number.
+ [Go down to the rocks with a lantern.] -> rocks
+ { boat_ready } [Take the boat out.] -> boat_rescue

=== rocks ===
The ship has put its shoulder against the reef and stands there, embarrassed, with all its lamps on. Nobody is in the water. They let down a ladder to you, of all things, and you hold the foot of it while eleven people climb down onto your rock.
They drink your tea. They ask which station this is, and when you say the last one, they look over your shoulder, into the west.
* [Take them up to the warm kitchen.] -> small_hours

=== boat_rescue ===
~ ship_safe = true
The boat goes into the fog as if it knew the way. You find the ship by its breathing, and you row before it, lantern up, calling the depth as you find it with an oar. It follows you the way a cow follows a child.
When there is water under it again, the captain leans down and asks what she owes you. You cannot think of anything.
* [Row home.] -> small_hours

=== small_hours ===
The fog thins after three. The west is still lit. Nineteen seconds, nineteen seconds. {asked > 0:You know now that somebody’s palm is on the other lever.|It has not once been late.}
In two hours it will be dawn, and you have a letter in your pocket.
{ oil <= 0: The lamp has begun to tick, as lamps do when they look for oil and find the bottom of the can. }
+ { oil <= 0 } [Watch the flame go down.] -> failing
+ { oil > 0 } [Climb out onto the gallery, and think.] -> gallery
+ { boat_ready } [Take the boat, and row toward it.] -> row_out
+ [Sit with the log until it is light.] -> last_page

=== failing ===
The flame becomes a bead, and the bead a thread. The lens goes on turning around nothing.
Nineteen seconds pass. The far light does not open. You had not understood, until now, how much of the night it was holding up.
+ [Burn what there is: the chairs, the chart, the letter.] -> bonfire
+ { boat_ready } [Take the boat, and row toward where it was.] -> row_out
+ [Let the dark be dark.] -> end_spent

=== bonfire ===
Chairs burn well. The chart burns blue at the edges, first the coast and then, at last, the clean paper. You hold on to the letter longest, and it burns like any letter.
On the gallery, in an iron tub, you have a light with no lens and no interval, a plain fire such as people made on this rock before there was a tower.
In the west, somebody lights a fire.
+ [Feed it until sunrise.] -> end_beacon

=== gallery ===
It is cold outside the glass. Below you, the beam goes around like a thought you keep having. There are three honest things you could do with it.
+ [Keep it burning. Refuse the letter.] -> keep
+ [Put it out at dawn, as you were asked, but say goodbye first.] -> goodbye
+ { asked > 0 } [Ask the west what it wants.] -> west_wants
+ { not ship_safe } [Ask the people from the ship what they saw.] -> ship_people

=== ship_people ===
They sit in the kitchen with their hands around the cups. It was the far one they steered by, says the mate. Brighter than yours. They took it for the last lighthouse and yours for the reflection.
She looks at you with apology. “You cannot both be the last,” she says. “But either of you would do.”
+ [Go back up, and keep it burning.] -> keep
+ [Go back up, and say goodbye.] -> goodbye

=== west_wants ===
WHAT DO YOU WANT is a rude thing to ask a light. It takes it well.
TO GO OUT, it says, AND NOT BE THE FIRST. WE HAVE A LETTER TOO
You read that twice. On the other side of the clean paper somebody is sitting with a date, a pencilled line, and orders for dawn.
+ [TOGETHER THEN. AT SUNRISE] -> end_together
+ [THEN LET US BOTH DISOBEY] -> end_both
+ [Say nothing. Put your hand on the glass.] -> goodbye

=== keep ===
You take out the letter and look for the sentence that would let you stay. It is not there. There is only the pencilled line: the lamp has been lit every night all the same.
All the same, you think. It would make a fair motto for a station.
+ [Write to the harbour office: the lamp is still needed.] -> end_keepers
+ { knows_keeper } [First, bring the keeper home.] -> bring_home

=== bring_home ===
{ boat_ready:
You leave one of you with the lamp, and row west along the beam, which lies on the water like a plank.
-> crossing
- else:
There is only the boat on its rails, with daylight showing through its side. You should have seen to it in the evening, when there was an evening.
-> hail
}

= hail
So you do it with the shutter. TELL HIM, you spell. WE HAVE IT NOW. SLEEP AS LONG AS YOU LIKE
The west is quiet for two intervals. Then: HE SAYS THE HORN STICKS. BE KIND TO IT
+ [Promise it.] -> end_keepers

=== goodbye ===
You stop the lens with the beam lying due west. You have thought about what to say to somebody who was here every night. In the end you work the shutter the way one squeezes a hand: long, long, long.
Long, says the west. Long. And then a short one, like a cough.
+ [Put out the lamp.] -> end_orders
+ [You cannot. Let it burn.] -> end_keepers

=== last_page ===
The ruled line is waiting. You write down the wind, and the hour of the fog, and {ship_safe:a ship that went on its way|a ship that did not, and eleven people warm in the kitchen}. Then you come to the place for remarks.
+ [“The station should be kept.”] -> end_keepers
+ [“The station was kept.”] -> end_orders
+ { oil > 0 } [Leave it blank, and go up to the gallery.] -> gallery

=== row_out ===
The boat slides down its rails and is afloat before you have decided anything. Behind you the tower gets smaller. Ahead, the light does not get nearer, and then it does.
There is a place halfway where both lights stand at the same height above the water. You rest your oars there.
+ [Go on.] -> crossing
+ [Wait here, and see what the morning does.] -> end_halfway
+ [Turn around. Somebody has to be home.] -> end_orders

=== crossing ===
The water changes, as it does over a sandbank, though the lead finds no ground. You have rowed off the chart.
Then there is a rock, and a landing, and a path to a cottage whose door is not locked. The table is laid. A man in an old coat is putting out one more plate.
* [“You are our keeper.”] -> keeper
* [“Which station is this?”] -> station

= station
“The last one,” he says, and laughs at your face. “They all are. I have looked west from this gallery on a clear night. I will not tell you what I saw. Only that I should not like to be the one to stop first.”
-> keeper

= keeper
“I was,” he says. “I thought I would come over and see who it was, and then go back. But they had one keeper here and she was ill, and a lamp is a lamp. So I rowed.” He shows you his hands. “Every night, both. I am glad you have come. I was beginning to be late.”
+ [“Stay here. We will keep ours.”] -> end_two_lights
+ [“Come home. Let it go dark.”] -> end_come_home
+ [“Show us what is in the west.”] -> end_further

=== end_early_dark ===
You sit in the dark, as instructed, a night early. The point in the west burns until dawn and does not blink again.
The supply boat finds everything in order. On the way back the skipper asks whether you slept, and you say yes. She says that it was the strangest thing, she has crossed that water for thirty years, and last night for the first time she could see nothing at all. # ending: A night early
-> END

=== end_spent ===
You let it go. The dark has a grain to it, like wood, and after a time you can see by it a little.
At sunrise the sea is empty in every direction. You close the log. On the way down you count the moons in the plaster, and there is one more than there was. # ending: The bottom of the can
-> END

=== end_beacon ===
Two fires, until the sun makes nothing of them. Somewhere between them a third boat is out, you think, or a gull.
The harbour office will want to know about the chairs. You will tell them that the lamp was lit every night all the same. # ending: Two fires
-> END

=== end_keepers ===
The sun comes up, and you turn the lamp down to the blue bead that will light tomorrow’s flame. It is not out. Nobody could say that it is out.
Months later an answer comes from the harbour office, in pencil: “Noted. Carry on.” With it come chairs, vinegar, and eleven new volumes for the log, ruled and blank. # ending: All the same
-> END

=== end_orders ===
At dawn you put out the lamp, close the log, and go down with both keys. It is done properly, and there is a comfort in that which you did not expect.
From the boat you look back once. The tower is the colour of the sky. You count, from habit, to nineteen, and on nineteen something in the empty lantern room catches the sun and flashes. # ending: In good order
-> END

=== end_together ===
You count it down across the water, nineteen seconds at a time. At the last count the sun’s edge lifts between you, in neither east nor west, and you cannot tell whose hand moved first.
Nobody’s did. You are certain of that, and it is written so in two logs. # ending: Nobody first
-> END

=== end_both ===
The west takes so long to answer that you think you have gone too far. Then the far lamp begins to flash with no code at all, fast and uneven, and you know that somebody is laughing.
There are two last lighthouses on this coast. Ships have learned to steer between them. # ending: Two letters unanswered
-> END

=== end_halfway ===
The sky pales. Both lights grow thin, and for a moment before the sun they are gone, and you are nowhere, in a blue boat, on clean paper.
You take out a pencil. You write the depth, and the hour, and a small cross. It is the first mark anyone has made here, and by evening somebody will be able to find it. # ending: A mark on clean paper
-> END

=== end_two_lights ===
He nods as though you had told him the time. You row back along the beam with the sun behind it, and light your own lamp that night at the usual time.
Nineteen seconds later he answers. He is early by a hair. He is not rowing now, you tell yourself; he has only to lift a hand. # ending: A hand lifted
-> END

=== end_come_home ===
He looks at the lamp for a while. Then he writes a line in a log you have never seen, and puts on his coat, and you row him home asleep in the stern.
In the morning both towers are dark. The harbour office is satisfied. But on clear nights, from the harbour wall, people have begun to see a light in the west, low down, very far, asking something. # ending: Somebody else’s turn
-> END

=== end_further ===
He takes you up to the gallery and turns you by the shoulders, and then, out of tact, he leaves you there.
West of Ten, at the edge of what can be seen, a light opens and closes. It is not nineteen seconds. It is a little less. Behind it, fainter, is another, and behind that you stop counting, because the whole dark is stitched with them, station after station, each of them the last. # ending: Each of them the last
-> END
