// The words that lists of leaked passwords are made of, without the digits, signs and capitals around them
// (passwordRules.ts takes those off first), so each line stands for thousands of spellings.
const words = `
access account achilles adidas admin administrator airborne alejandra alexander alexandra alexis amanda america
anderson andrea andrew angel angela angels animal anthony apollo apple arsenal arthur asdf asdfgh ashley asshole
august austin autumn awesome azerty babygirl badboy bailey banana bandit barbara barcelona barney baseball basketball
batman beautiful beaver benjamin bigdaddy bigdog bitch blackie blahblah blessed blink blue bonnie booboo boomer boston
brandon brandy braves brazil brooklyn bubba bubbles buddy buster butterfly butthead calvin camaro cameron canada captain
carlos carmen carolina caroline casper champion changeme changeit charles charlie cheese chelsea cherry chester chicago
chicken chocolate chris christ christian christina christopher claudia clemson coffee college company compaq computer
cookie cooper corvette cowboy cowboys creative crystal dakota dallas danger daniel daniela danielle database david
death december default demo denise dennis dexter diablo diamond dick doctor dolphin dolphins donald dragon dragonball
dreams eagle eagles eclipse eduardo edward elephant elizabeth eminem emmanuel enter england estrella everton explorer
falcon family fantasy february felipe fender fernando ferrari fire fish fishing flower flowers football forest forever
formula france francis frank freddy freedom friday friend friends fuck fucker fuckme fuckoff fuckyou gabriel gandalf
gateway george georgia germany ghost ginger giovanni goddess golden goldfish google gordon grace green gregory guest
guitar gunner hahaha hammer hannah happy hardcore harley harry hawaii heather heaven hello helloworld helpme hendrix hockey
holiday hollywood honda honey hooters hotdog hottie house houston hunter hunting iceman iloveu iloveyou internet
isabella jackass jackie jackson jaguar jamaica james january japan jasmine jasper jennifer jeremy jessica jessie jesus
jesuschrist john johnny johnson jonathan jordan jorge joseph joshua juice julian julie june july junior justin
karina katherine kathleen katie kelly kevin killer kimberly kingdom kitten kitty knight ladybug lakers lauren leather legend
leslie letmein liberty little liverpool login london lord love lovely loveme lover loveyou lucky madison maggie magic
magnum manager manchester marcus maria mariana marina marine mario marlboro martin martina marvin master matrix matthew
maverick maxwell melissa member mercedes merlin mexico michael michelle mickey midnight miguel miller mine minecraft mistress
mohammed monday money monica monika monkey monster morgan mother mountain movie muffin murphy music mustang myspace
naruto natalia natasha nathan naughty newyork nicholas nicole nikita nintendo nirvana nissan nothing november
number oblivion october office oliver online operator orange orlando pa55word packers pakistan panther panties paradise parker
pass passport passw passwd password passwort patches patricia patrick peaches peanut pepper peter phantom phoenix picture
pirate player please pokemon poohbear poop popcorn porsche portugal potter power presario princess private public
purple pussy qazwsx qazxsw qwer qwert qwerty qwertyui qwertyuiop rabbit rachel raiders rainbow ranger rangers raymond
rebecca red reddog redskins redsox research ricardo richard robert roberto rocket rocky roger ronaldo root rosebud rush
russia sabrina samantha samson samsung samuel sandra santiago sarah saturday saturn school scooby scooter scorpion scott
secret secure security senha september server service sexy shadow shannon shelby sierra silver simple skippy slayer
slipknot smith smokey snickers snoopy snowball soccer sophie spanky sparky spencer spider spiderman spring star starwars
steelers stella stephanie steven stupid success summer sunday sunflower sunshine super superman superstar support suzuki
sweet sweetheart sweety swimming sydney system tabitha taylor teacher tech temp temporary tequila teresa test tester testing
testtest thomas thumper thunder thursday thx tiffany tiger tigers tigger tinkerbell titanic tomcat toyota training trinity
trouble trustno trustnoone tuesday turtle tweety unicorn united unknown user username valentina vanessa veronica victor
victoria viking vincent virginia voodoo volleyball walter warcraft warrior web webmaster wednesday welcome whatever
wheels white wilson windows winner winston winter wizard wolf wolverine wonder work xavier yamaha yankee yankees yellow
zachary zaq zaqwsx zxcvb zxcvbn zxcvbnm zaqxsw aaaa abcabc abcd abcdef asdasd qweqwe qweasd qweasdzxc asdfghjkl
pulse pulseadmin pulseuser warehouse hospital beacon tracker asset gateway logistics
`;

/** About 700 base words, lower case. */
export const commonPasswordWords: ReadonlySet<string> = new Set(words.trim().split(/\s+/));
